"""What market cards do, one module a colour (R5)."""
