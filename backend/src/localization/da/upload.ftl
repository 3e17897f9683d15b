### Why an import cannot be undone.

block_repeated = kontoudtoget { $name } gentager posteringer fra den, så fortryd det først
block_entries_added = { $name } har føjet posteringer til dens kontoudtog, så fortryd den først
block_details_added = { $name } har føjet oplysninger til dens posteringer, så fortryd den først
block_signed = dens betalinger er underskrevet til afsendelse
block_answered = { $name } er svar på dens betalinger
not_undone = Importen kan ikke fortrydes: { $blocks }.
