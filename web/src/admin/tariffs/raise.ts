/** Whether a price may be changed by this: per cent from -99 to 500 with at most two decimals. */
export const isRaise = (percent: number): boolean =>
  percent >= -99 && percent <= 500 && Number(percent.toFixed(2)) === percent

/**
 * A price in euros, changed by per cent and rounded half up to the cent. Integers only: 0.90 raised by 5 is 0.95,
 * without the traces of binary fractions.
 */
export const raised = (euros: number, percent: number): number =>
  Math.floor((Math.round(euros * 100) * (10_000 + Math.round(percent * 100)) + 5_000) / 10_000) / 100
