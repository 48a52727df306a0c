"""The tables of the database. A change here needs a new migration."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

REVISION = "0002"
"""The newest migration. A database that stands there is opened without loading Alembic."""

metadata = MetaData()

visitors = Table(
    "visitors",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("secret_hash", String(64), nullable=False),
    Column("name", String(24), nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("invite", String(64), nullable=False, unique=True),
    Column("status", String(16), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("rules", String(64), nullable=False),
    Column("clock", Integer),
    Column("number", Integer, nullable=False),
    Column("acting", Integer),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("wake_at", BigInteger),
    Index("tables_by_status", "status", "public", "updated_at"),
    Index("tables_by_wake", "wake_at"),
)

seatings = Table(
    "seatings",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(24)),
    Column("level", String(16)),
    Column("visitor_id", String(32)),
    Index("seatings_by_visitor", "visitor_id"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("body", Text, nullable=False),
)
