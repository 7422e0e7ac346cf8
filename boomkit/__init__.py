"""boomkit: five games, their rules, their trees, and what a program can find out about them."""
