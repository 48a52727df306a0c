"""Online play: tables, seats and clocks over HTTP and WebSocket, kept in an append-only log."""
