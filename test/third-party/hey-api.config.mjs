import path from 'node:path'

/** The generator runs in a temporary folder with the document and a copy of `clients`. */
export default {
  input: path.resolve('openapi.json'),
  output: {
    path: path.resolve('clients/generated/hey-api'),
    tsConfigPath: path.resolve('clients/tsconfig.json'),
  },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { file: false },
}
