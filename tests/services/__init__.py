"""The real servers that the tests run on: found or brought, started when a test needs them."""
