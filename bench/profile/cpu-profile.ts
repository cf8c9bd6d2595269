/** The part of the `.cpuprofile` format that is read here. */
export type CpuProfile = { nodes: ProfileNode[]; samples: number[]; timeDeltas: number[] }

type ProfileNode = { id: number; callFrame: Frame; children?: number[] }
export type Frame = { functionName: string; url: string; lineNumber: number }

/**
 * Time in which a function itself was on top of the stack. `owner` is the nearest caller that is not Node's own code.
 */
export type SelfTime = { frame: Frame; owner: Frame | null; micros: number }

/** Sums the samples by function and owner, without the time in which the process waited. */
export function selfTimes({ nodes, samples, timeDeltas }: CpuProfile): SelfTime[] {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const ownerOf = (id: number): Frame | null => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at)?.callFrame
      if (frame && isFile(frame)) return frame
    }
    return null
  }
  const sums = new Map<number, number>()
  for (const [index, id] of samples.entries())
    sums.set(id, (sums.get(id) ?? 0) + Math.max(0, timeDeltas[index + 1] ?? 0))
  const times = new Map<string, SelfTime>()
  for (const [id, micros] of sums) {
    const frame = byId.get(id)?.callFrame
    if (!frame || frame.functionName === '(idle)') continue
    const owner = isFile(frame) ? frame : ownerOf(id)
    const key = JSON.stringify([frame, owner?.url])
    const time = times.get(key)
    if (time) time.micros += micros
    else times.set(key, { frame, owner, micros })
  }
  return [...times.values()]
}

const isFile = ({ url }: Frame): boolean => url.startsWith('file:') || url.startsWith('/')
