"""Agents for Wild Twist War: there is nothing to choose, so the game has none of its own."""

from __future__ import annotations

from typing import Any

AGENTS: dict[str, Any] = {}
