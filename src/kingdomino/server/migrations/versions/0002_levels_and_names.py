"""Who is a bot is told by its level, and a name that nobody gave is empty.

Bots were listed by their titles, and people without a name as *You* in the language of their page.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

LEVELS = ("page", "squire", "knight", "duke", "monarch")
PLACEHOLDERS = ("Guest", "You", "Sina", "Te", "Þú", "Jūs", "Tu", "Ty", "Вы")

visitors = sa.table("visitors", sa.column("name"), sa.column("bot"))
seatings = sa.table("seatings", sa.column("name"), sa.column("level"), sa.column("visitor_id"))


def upgrade() -> None:
    op.add_column("seatings", sa.Column("level", sa.String(16)))
    is_bot = seatings.c.visitor_id.is_(None) & seatings.c.name.is_not(None)
    for level in LEVELS:
        titled = is_bot & (seatings.c.name == level.capitalize())
        op.execute(seatings.update().where(titled).values(level=level, name=""))
    # The others play on for people who have left, whose names they keep.
    standing_in = is_bot & seatings.c.level.is_(None)
    op.execute(seatings.update().where(standing_in).values(level="knight"))
    unnamed = seatings.c.visitor_id.is_not(None) & seatings.c.name.in_(PLACEHOLDERS)
    op.execute(seatings.update().where(unnamed).values(name=""))
    placeholders = visitors.c.name.in_(PLACEHOLDERS) & sa.not_(visitors.c.bot)
    op.execute(visitors.update().where(placeholders).values(name=""))


def downgrade() -> None:
    seated = (seatings.c.level.is_not(None)) & (seatings.c.name == "")
    for level in LEVELS:
        titled = seated & (seatings.c.level == level)
        op.execute(seatings.update().where(titled).values(name=level.capitalize()))
    op.drop_column("seatings", "level")
