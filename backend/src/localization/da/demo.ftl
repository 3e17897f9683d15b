### Messages on demo data.

partly_removed = Dele af demodata er beholdt: { $count }
removed = Demodata er fjernet
