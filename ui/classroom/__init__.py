"""A class: people who open one link, follow a teacher's page, are asked something and vote."""
