from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """The engine asks for editions of this site by name."""
        from engine.editions import supplied_by
        from games.editions import supply_edition

        supplied_by(supply_edition)
