"""What waits for one person, gathered from all rooms: in the console and by mail."""
