import { type JobSize, jobSizes } from '#contract/vocabulary.ts'

/** What a vehicle takes: its own size and every smaller one. */
export const sizesThatFit = (vehicle: JobSize): JobSize[] => jobSizes.slice(0, jobSizes.indexOf(vehicle) + 1)
