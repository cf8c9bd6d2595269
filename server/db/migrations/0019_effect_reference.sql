-- What a processor lists is matched with our calls by the processor's name for it, transfers too (`ledger check --processor`).
create index payment_effect_any_reference on payment_effect (reference) where reference is not null;
