### Betalinger, der rettes og genindsendes, i meddelelser og tidslinjer.

made = Rettet og genindsendt ({ $count }): { $name }
held = Betaling { $position } holdes tilbage: betalingen, den erstatter, er ikke længere afvist eller returneret. Stop filen, eller fortryd dens import
paid_twice = Betaling { $position } er sendt, og betalingen, den erstatter, er ikke længere afvist eller returneret. Sammenhold med banken, og anmod om tilbagekaldelse af den ene
