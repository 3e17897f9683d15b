### Why demo data could not be made, paid or removed.

real_money = Opdigtede penge hører ikke hjemme mellem rigtige penge.
payments_of_others = Demovirksomhedens folk tager kun stilling til dens egne betalinger.
not_up_for_approval = Denne journal er ikke sat til godkendelse.
held_by_rule = En regel holder nogle af betalingerne tilbage, indtil nogen frigiver dem.
file_with_errors = Betalingsfilen har fejl og kan ikke sendes; upload en rettet fil.
approval_of_others = Reglerne kræver en andens godkendelse, eller en andens først.
payments_on_their_way = Betalingerne er på vej
own_payments_sent = Nogens egne betalinger er sendt over forbindelsen; de bliver, og det gør den også.
still_importing = { $file }: den er ved at blive importeret
no_simulator = Der er ingen ved siden af denne installation, eller den svarer ikke.
no_simulated_bank = Denne installation har ingen simuleret bank
simulated_bank_says = Den simulerede bank siger: { $reason }
payment_file_not_imported = En betalingsfil med demodata kunne ikke importeres
simulated_bank_refused = Den simulerede bank afviste dem; journalen fortæller hvorfor
decided_otherwise = Nogen har besluttet noget andet om betalingerne
simulated_bank_not_taken = Den simulerede bank tog ikke imod den
simulated_bank_not_paid = Den simulerede bank har endnu ikke betalt den
no_simulated_erp = Denne installation har intet simuleret ERP-system
simulated_erp_says = Det simulerede ERP-system siger: { $reason }
simulated_erp_silent = Det simulerede ERP-system svarer ikke
simulated_erp_refuses = Det simulerede ERP-system tager ikke imod det, der skrives til det
erp_configured_otherwise = En anden har ændret ERP-systemets opsætning
erp_check_failed = En kontrol af opsætningen er fejlet
erp_payments_held = Dens åbne betalinger holdes tilbage; udvekslingen fortæller hvorfor
product_fault_alone = En fejl i produktet standsede det
file_blocked = { $file }: { $block }
