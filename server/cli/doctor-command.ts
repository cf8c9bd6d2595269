import type { Command } from 'commander'
export function addDoctorCommand(_dray: Command): void {}
