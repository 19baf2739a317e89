/** Characters that are read of a text; what is behind them is left alone, and said so. */
export const pastedLimit = 200_000
