# placeholder until the rooms stand
