import { randomUUID } from 'node:crypto'
import { closeSync, fchmodSync, ftruncateSync, openSync, unlinkSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ProviderError } from '../lib/provider-error.ts'

/*
 * The file that carries images to a decoder. A pipe takes 64 KiB at a time, so both processes wake up some thirty times
 * for a photo. The file has no name and the decoder may only read it, so it gives no access to other files.
 */
export type DecoderInput = {
  /** The file, opened for reading: the decoder inherits this descriptor. */
  descriptor: number
  /**
   * Replaces the content. The decoder must be idle, as it may map the file into its memory.
   *
   * @throws {ProviderError} the disk is full, or the decoder has ended.
   */
  write(bytes: Buffer): void
  close(): void
}

/** @throws {ProviderError} no folder can store the file. */
export function openDecoderInput(folders = inMemoryFirst): DecoderInput {
  const { writable, descriptor } = orProviderError(() => openFirst(folders))
  let isOpen = true
  return {
    descriptor,
    write: (bytes) =>
      orProviderError(() => {
        if (!isOpen) throw new Error('the decoder has ended')
        replace(writable, bytes)
      }),
    close() {
      isOpen = false
      for (const open of [writable, descriptor]) closeSync(open)
    },
  }
}

function replace(writable: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(writable, bytes, done, bytes.length - done, done)
  // Truncate: a shorter image must not end with the rest of the previous one.
  ftruncateSync(writable, bytes.length)
}

/** Linux keeps the files of `/dev/shm` in memory; elsewhere the short-lived file is rarely written to the disk. */
const inMemoryFirst = ['/dev/shm', os.tmpdir()]

type OpenedFile = { writable: number; descriptor: number }

function openFirst([folder = '', ...others]: string[]): OpenedFile {
  try {
    return openNameless(path.join(folder, `dray-${randomUUID()}`))
  } catch (error) {
    if (others.length === 0) throw error
    return openFirst(others)
  }
}

/** Opens a new file for writing and for reading, and removes its name. */
function openNameless(file: string): OpenedFile {
  const writable = openSync(file, 'wx', 0o600)
  try {
    const descriptor = openSync(file, 'r')
    // The decoder may run as another user, and opens the descriptor again by its number.
    fchmodSync(writable, 0o444)
    return { writable, descriptor }
  } catch (error) {
    closeSync(writable)
    throw error
  } finally {
    unlinkSync(file)
  }
}

/** Keeps only the error code (`ENOSPC`), because the message contains paths. */
function orProviderError<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new ProviderError('photo decoder', code, { retryable: true, outcome: 'refused' })
  }
}
