/** A file for a worker to run. */
export type FileRequest = { file: string; namePattern: string | null }

/** What a worker sends after the last test of a file. */
export type WorkerResult = {
  file: string
  counts: { tests: number; failed: number; skipped: number }
  /** Text of Node's spec reporter. */
  output: string
  /** Memory of the worker, which keeps the modules of all files that it has run. */
  residentMb: number
}

export type FileResult = WorkerResult & { seconds: number }
