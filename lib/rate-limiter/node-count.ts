export type NodeCount = { note: (nodes: number) => void; count: () => number }

/**
 * Counts the nodes that share the limit: the maximum of the last twelve heartbeats (one window while Redis is up). A
 * single heartbeat is not enough: after a flush or restart Redis knows no nodes, and each node would believe it is
 * alone.
 */
export function createNodeCount(assumed: number): NodeCount {
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
