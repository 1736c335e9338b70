"""How each language writes days and moments; what is not here is Django's."""
