### What a connection through two folders is called.

title = Folder
summary = Another program carries the files
