/** Whether a write was refused because the account has been erased (`refuse_erased_account` in migration 0016). */
export const isErasedAccount = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === 'DR410'
