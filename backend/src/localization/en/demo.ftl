### Messages on demo data.

partly_removed = Parts of demo data are kept: { $count }
removed = Demo data was removed
