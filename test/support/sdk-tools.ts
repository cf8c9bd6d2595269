import path from 'node:path'
import { installTools } from './installed-tools.ts'

const folder = path.join(import.meta.dirname, '../../sdk/tools')

/** The path of a file of the packages in `sdk/tools`. */
export const sdkTool = (file: string): string => path.join(folder, 'node_modules', file)

/** @returns why the packages of `sdk/tools` cannot be used, or null */
export const installSdkTools = (): Promise<string | null> => installTools(folder)
