from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    name = "insights.reviews"
    label = "reviews"
