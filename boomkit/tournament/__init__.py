"""Is it really better? Round robins of agents, students' isolated ones among them, and how sure one can be."""

from boomkit.tournament.league import Duel, League, Standing, Table, round_robin
from boomkit.tournament.students import AgentFaultError, StudentAgent, find_agents

__all__ = ["AgentFaultError", "Duel", "League", "Standing", "StudentAgent", "Table", "find_agents", "round_robin"]
