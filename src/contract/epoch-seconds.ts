/**
 * A time as the contract spells it: epoch seconds, with milliseconds as the fraction.
 *
 * @param milliseconds epoch milliseconds
 */
export const epochSeconds = (milliseconds: number): number => milliseconds / 1000
