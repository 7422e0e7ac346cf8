"""The command line: `boomkit COMMAND`, or `python -m boomkit COMMAND`.

Each command says here what it takes and leaves the work to the room that does it, imported when it is called: `boomkit
--help` must answer at once. A BoomkitError is the person's to mend: one sentence, and exit code 2.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from boomkit.errors import BoomkitError

if TYPE_CHECKING:
    from boomkit.course import CopyReport

USAGE = 2


class _Sentences(TyperGroup):
    """Turn errors that are meant for the person into a sentence and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BoomkitError as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(USAGE) from error


app = typer.Typer(
    cls=_Sentences,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Five games, their rules, their state trees, and what a program can find out about them.",
)


@app.callback(invoke_without_command=True)
def _main(version: Annotated[bool, typer.Option("--version", help="Say the version and stop.")] = False) -> None:
    if version:
        from importlib.metadata import version as installed_version

        typer.echo(f"boomkit {installed_version('boomkit')}")
        raise typer.Exit


@app.command()
def lab(
    folder: Annotated[Path, typer.Argument(help="Where your working copy is, or will be.")] = Path("boomkit-course"),
    jupyter: Annotated[list[str] | None, typer.Argument(help="More for JupyterLab, after --.", metavar="-- …")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address, open no browser.")] = False,
) -> None:
    """Open the lessons in JupyterLab, from a working copy that keeps your changes."""
    from boomkit import course
    from boomkit.lab import open_lab

    _tell(course.copy(folder))
    extra = [*(["--no-browser"] if no_browser else []), *(jupyter or [])]
    raise typer.Exit(open_lab(folder, extra))


@app.command()
def init(folder: Annotated[Path, typer.Argument(help="Where the working copy is, or will be.")]) -> None:
    """Make a working copy of lessons and exercises, or bring one up to date; a file that you changed is kept.

    Exit code 1: a file that you changed has a new version, which was put beside it.
    """
    from boomkit import course

    report = course.copy(folder)
    _tell(report)
    raise typer.Exit(1 if report.set_aside else 0)


@app.command()
def doctor(
    folder: Annotated[Path | None, typer.Argument(help="Where you want to work; here, if not given.")] = None,
) -> None:
    """Check Python, kernel, widgets, write access and optional parts, and say what to do; exit code 1 if not good."""
    from boomkit.doctor import examine

    report = examine(folder)
    for finding in report.findings:
        typer.secho(str(finding), fg={"good": "green", "bad": "red"}.get(finding.state))
    typer.secho(report.headline, bold=True)
    raise typer.Exit(0 if report.good else 1)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="The name of a game; a wrong one lists them all.")],
    seed: Annotated[int | None, typer.Option(help="A whole number that fixes the deal and every draw.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="A game's option, such as fuse=3.")] = None,
    against: Annotated[str | None, typer.Option(help="An agent for the other seats, such as random.")] = None,
) -> None:
    """Play a game in the terminal, seat by seat at one keyboard, or against an agent."""
    from boomkit import terminal

    terminal.play(game, seed, tuple(option or ()), against)


@app.command()
def check(
    sheet: Annotated[Path, typer.Argument(help="Your exercise sheet, such as exercises/01_war.ipynb.")],
    only: Annotated[str | None, typer.Option(help="One exercise, such as E1.2.", metavar="ID")] = None,
    hint: Annotated[int, typer.Option("--hint", count=True, help="Show a hint; given twice, two.")] = 0,
) -> None:
    """Check your answers by the visible checks, in a fresh process; exit code 1 if something is not right yet."""
    from boomkit import sheets

    all_right, lines = sheets.check(sheet, only, hint)
    for line in lines:
        typer.echo(line)
    raise typer.Exit(0 if all_right else 1)


@app.command()
def release(
    sheet: Annotated[list[str] | None, typer.Argument(help="Solutions by path or slug; all, if none is named.")] = None,
    run: Annotated[bool, typer.Option("--run", help="Run the solutions first and store what comes out.")] = False,
) -> None:
    """Make the exercise sheets from the solutions, with lint and proofs; exit code 1 if a sheet is refused."""
    from boomkit import sheets
    from boomkit.grading.schema import ReleaseError

    try:
        for report in sheets.release(sheet or (), Path.cwd(), run):
            typer.echo(f"{report.path.name}: {'written' if report.changed else 'unchanged'}")
            for remark in report.remarks:
                typer.echo(f"  {remark}")
    except ReleaseError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error


class Kernel(StrEnum):
    """What runs the cells of a submission."""

    fork = "fork"
    ipykernel = "ipykernel"


@app.command()
def grade(
    submissions: Annotated[Path, typer.Argument(help="A folder, a zip from a learning platform, or nbgrader's tree.")],
    solutions: Annotated[Path, typer.Option(help="The folder of the solution notebooks.")],
    out: Annotated[Path, typer.Option(help="Where the gradebook is, or will be.")],
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=1, help="How many to grade at once.")] = 1,
    seed: Annotated[str | None, typer.Option(help="Fixes the inputs; the gradebook's own, if not given.")] = None,
    kernel: Annotated[Kernel, typer.Option(help="fork is fast; ipykernel is the reference.")] = Kernel.fork,
    cluster: Annotated[str | None, typer.Option(help="Grade on a Dask cluster.", metavar="URL")] = None,
    trust_submissions: Annotated[
        bool, typer.Option("--trust-submissions", help="Run them even where nothing isolates them.")
    ] = False,
) -> None:
    """Grade a class, or go on where a run was stopped; exit code 1 if some submissions could not be read."""
    from boomkit.bar import Bar
    from boomkit.grading.run import grade as run

    with Bar() as bar:
        summary = run(
            submissions,
            solutions,
            out,
            jobs=jobs,
            seed=seed,
            kernel=kernel.value,
            trust=trust_submissions,
            cluster=cluster,
            progress=lambda now: bar.show(now.done, now.total, now.student),
        )
    for warning in summary.warnings:
        typer.echo(warning, err=True)
    typer.echo(str(summary))
    raise typer.Exit(summary.exit_code)


@app.command()
def report(
    out: Annotated[Path, typer.Argument(help="The folder that boomkit grade wrote.")],
    canvas: Annotated[bool, typer.Option("--canvas", help="Also canvas.csv, for import into Canvas.")] = False,
    moodle: Annotated[bool, typer.Option("--moodle", help="Also moodle.csv, for import into Moodle.")] = False,
    excel: Annotated[bool, typer.Option("--excel", help="Mark CSV files so that Excel reads umlauts.")] = False,
) -> None:
    """Write a page for each student, a page for the class, and tables."""
    from boomkit.grading.report import report as write
    from boomkit.sheets import draw_svg

    written = write(out, canvas=canvas, moodle=moodle, excel=excel, draw=draw_svg)
    typer.echo(f"{len(written)} files written; begin with {out / 'class.html'}.")


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="The name of a game; a wrong one lists them all.")],
    n: Annotated[int, typer.Option("-n", min=1, help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="A game's option, such as fuse=3.")] = None,
    policy: Annotated[str, typer.Option(help="The agent in every seat; random is compiled.")] = "random",
    threads: Annotated[int | None, typer.Option(help="How many at once; one a processor, if not given.")] = None,
    cluster: Annotated[str | None, typer.Option(help="Play on a Dask cluster.", metavar="URL")] = None,
    out: Annotated[Path | None, typer.Option(help="Write a table with one row a game.")] = None,
) -> None:
    """Play many games and say how long they last and who wins, with 95 % intervals."""
    from boomkit import agents, summary
    from boomkit.bar import Bar
    from boomkit.core.discovery import load
    from boomkit.simulate import batch
    from boomkit.terminal import read_option

    loaded = load(game, **dict(map(read_option, option or ())))
    player = "random" if policy == "random" else agents.get(loaded, policy)
    with Bar() as bar:
        played = batch(loaded, n, seed, player, threads, cluster, progress=bar.show)
    played.policy = policy
    if not played.complete:
        typer.echo(f"Interrupted: {len(played):,} of {n:,} games are kept.", err=True)
        if not len(played):
            raise typer.Exit(1)
    for line in summary.lines(played):
        typer.echo(line)
    if out:
        summary.write_csv(played, out)
        typer.echo(f"{out}: one row a game.")


@app.command()
def tournament(
    game: Annotated[str, typer.Argument(help="The name of a game; a wrong one lists them all.")],
    agents: Annotated[list[str], typer.Argument(help="Names such as greedy, students' files, or folders of them.")],
    rounds: Annotated[int, typer.Option(min=1, help="How many deals, each with every rotation of the seats.")] = 20,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 0,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="A game's option, such as fuse=3.")] = None,
    seconds: Annotated[float, typer.Option(help="What a student's agent may take for a move.")] = 2.0,
    trust: Annotated[bool, typer.Option("--trust-submissions", help="Run files even where nothing isolates.")] = False,
    out: Annotated[Path | None, typer.Option(help="Write the league table.")] = None,
) -> None:
    """Let agents play one another and print the league table, with 95 % intervals."""
    from boomkit import summary
    from boomkit.bar import Bar
    from boomkit.core.discovery import load
    from boomkit.terminal import read_option
    from boomkit.tournament import round_robin

    loaded = load(game, **dict(map(read_option, option or ())))
    with Bar() as bar:
        players = summary.find_players(agents)
        league = round_robin(loaded, players, rounds, seed, seconds=seconds, trust=trust, progress=bar.show)
    if not league.complete:
        typer.echo(f"Interrupted: the {len(league.tables):,} games that are done are kept.", err=True)
        if not league.tables:
            raise typer.Exit(1)
    typer.echo(str(league))
    if out:
        summary.write_league(league, out)
        typer.echo(f"{out}: the league table.")


@app.command()
def export(
    notebook: Annotated[Path, typer.Argument(help="A notebook, such as notebooks/01_war.ipynb.")],
    out: Annotated[Path | None, typer.Option(help="The page; beside the notebook, if not given.")] = None,
    run: Annotated[bool, typer.Option("--run/--no-run", help="Run the notebook first, for live widgets.")] = True,
) -> None:
    """Write a notebook as one HTML file that opens from disk, with replays and trees alive."""
    from boomkit.widgets.export import export_notebook

    typer.echo(str(export_notebook(notebook, out, execute=run)))


def _tell(report: CopyReport) -> None:
    typer.echo(f"Your working copy is {report.folder.absolute()}.")
    for sentence in report.sentences():
        typer.echo(sentence)


def main() -> None:
    """Run the command line, on any terminal: a console that lacks a sign shows a substitute, and nothing fails."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app()
