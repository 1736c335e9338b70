"""The faces of the engine for a shell: one module a command."""
