/** The program that runs PostgreSQL: names of what is created for it, and what error messages tell its operator. */
export type App = {
  /** Lower-case letters: the role, the database, the lock file and folders outside the data folder have this name. */
  name: string
  /** As in "start Shop as an ordinary user". */
  title: string
  remedies: AppRemedies
}

/** Imperatives that end an error message. */
export type AppRemedies = {
  /** How to use another PostgreSQL, as in "set DATABASE_URL". */
  otherPostgres: string
  /** As in "set DATA_DIR to another folder". */
  otherFolder: string
  /** How to bring the data of another major version along. */
  otherVersion: string
}

/** An error that the operator of the program can fix. Its message says what is wrong and how to fix it. */
export class EmbeddedPostgresError extends Error {}
