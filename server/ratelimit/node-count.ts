/**
 * How many nodes share the limit: the most that the last twelve beats of Redis told (one window's worth while Redis is
 * up), so that a flushed or restarted Redis, which forgets everybody, does not make each node think it is alone.
 */
export function createNodeCount(assumed: number): { note: (nodes: number) => void; count: () => number } {
  const told: number[] = []
  let most = Math.max(1, assumed)
  return {
    note: (nodes) => {
      told.push(nodes)
      if (told.length > 12) told.shift()
      most = Math.max(1, ...told)
    },
    count: () => most,
  }
}
