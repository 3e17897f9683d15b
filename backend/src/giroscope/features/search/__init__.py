"""One search over all rooms: by what people know of a thing, wherever it stands.

Each kind of record is looked for by its own indexes, or among its latest rows; who may
not read a room finds nothing of it.
"""
