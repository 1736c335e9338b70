"""``/metrics`` for the operator's Prometheus: `shared` has what processes count together,
`collector` reads the rows, which are the truth. ``front.metrics_access`` guards it."""
