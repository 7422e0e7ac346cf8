"""Settings for all tests."""

import os

from hypothesis import settings

# Search for new examples at the desk; where a change has to land, the same examples every time.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("desk", deadline=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")
