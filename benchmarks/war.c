/* Wild Twist War with the default rules, written by hand: what compiled rules are compared with.
   Piles are masks of 58 bits; a card is drawn by a random bit. Prints processor nanoseconds a move (battles and draws). */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { CARDS = 58, WILD = 52 };
static const int suits_of_wild[6] = {0x6, 0x9, 0x4, 0x2, 0x8, 0x1};
static uint64_t beats[CARDS], rng;
static uint64_t pool, known[2], score[2], table_[2];
static int unseen[2];
static long draws;

static int wins(int a, int b) {
    if (a >= WILD) return b < WILD && (suits_of_wild[a - WILD] >> (b % 4) & 1);
    if (b >= WILD) return !(suits_of_wild[b - WILD] >> (a % 4) & 1);
    return a / 4 > b / 4;
}
static inline uint32_t below(uint32_t n) {
    for (;;) {
        uint64_t old = rng;
        rng = old * 6364136223846793005ULL + 1442695040888963407ULL;
        uint64_t product = (((old ^ (old >> 22)) >> (22 + (old >> 61))) & 0xFFFFFFFFULL) * n;
        uint32_t low = (uint32_t)product;
        if (low >= n || low >= (uint32_t)(-n) % n) return product >> 32;
    }
}
static inline int pick(uint64_t mask) {
    draws++;
    for (uint32_t k = below(__builtin_popcountll(mask)); k; k--) mask &= mask - 1;
    return __builtin_ctzll(mask);
}
static inline int left(int p) { return unseen[p] + __builtin_popcountll(known[p]) + __builtin_popcountll(score[p]); }
static inline int draw(int p) {
    if (!unseen[p] && !known[p]) { known[p] = score[p]; score[p] = 0; }
    int bit;
    if (unseen[p]) { bit = pick(pool); pool ^= 1ULL << bit; unseen[p]--; }
    else { bit = pick(known[p]); known[p] ^= 1ULL << bit; }
    table_[p] |= 1ULL << bit;
    return bit;
}
static inline int compare(int a, int b) { return beats[a] >> b & 1 ? 0 : beats[b] >> a & 1 ? 1 : -1; }

int main(void) {
    for (int a = 0; a < CARDS; a++)
        for (int b = 0; b < CARDS; b++)
            if (a != b && wins(a, b)) beats[a] |= 1ULL << b;
    long battles = 0;
    clock_t start = clock();
    for (int game = 0; game < 20000; game++) {
        rng = 0x9E3779B97F4A7C15ULL * (game + 1);
        pool = (1ULL << CARDS) - 1;
        unseen[0] = unseen[1] = 29;
        known[0] = known[1] = score[0] = score[1] = 0;
        while ((unseen[0] || known[0] || score[0]) && (unseen[1] || known[1] || score[1])) {
            battles++;
            table_[0] = table_[1] = 0;
            int up[2] = {draw(0), draw(1)}, winner = compare(up[0], up[1]), drawn = 0;
            while (winner < 0) {
                int have[2] = {left(0), left(1)};
                if (!have[0] && !have[1]) { drawn = 1; break; }
                if (!have[0] || !have[1]) { winner = have[0] ? 0 : 1; break; }
                int lay[2] = {have[0] < 4 ? have[0] : 4, have[1] < 4 ? have[1] : 4};
                for (int p = 0; p < 2; p++)
                    for (int k = 0; k < lay[p]; k++) up[p] = draw(p);
                winner = compare(up[0], up[1]);
                if (winner < 0 && (lay[0] < 4 || lay[1] < 4)) {
                    if (!left(0) && !left(1)) { drawn = 1; break; }
                    winner = left(0) ? 0 : 1;
                }
            }
            if (drawn) break;
            score[winner] |= table_[0] | table_[1];
        }
    }
    printf("%f\n", (double)(clock() - start) / CLOCKS_PER_SEC * 1e9 / (battles + draws));
    return 0;
}
