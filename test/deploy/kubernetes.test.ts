import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkManifests, installManifestTools, type Manifest, render } from '../support/manifests.ts'
import { findProgram, missingPrograms } from '../support/programs.ts'

const skip = missingPrograms('kubectl') || (await installManifestTools()) || false
const overlays = ['trial', 'production']

describe('deploy/kubernetes (decision 57)', { skip }, () => {
  for (const overlay of overlays)
    test(`${overlay}: Kubernetes knows every member and the form of every value`, () =>
      checkManifests(overlay, rendered(overlay)))

  test('a misspelt member is seen, and a wrong value too', async () => {
    const service = rendered('trial').find(({ kind }) => kind === 'Service')
    assert.ok(service)
    const misspelt = { ...service, spec: { ...service.spec, selectors: {} } }
    await assert.rejects(checkManifests('misspelt', [misspelt]), /selectors/)
    await assert.rejects(checkManifests('wrong', [{ ...service, spec: { ports: 80 } }]))
  })

  test('no pod is left without a predecessor, and none is asked whether the database answers', () => {
    for (const { kind, spec, metadata } of overlays.flatMap(rendered)) {
      if (kind !== 'Deployment') continue
      const { strategy, template } = spec as unknown as DeploymentSpec
      assert.equal(strategy.rollingUpdate.maxUnavailable, 0, metadata.name)
      const { containers, terminationGracePeriodSeconds } = template.spec
      for (const { livenessProbe, readinessProbe, lifecycle } of containers) {
        assert.equal(livenessProbe.httpGet.path, '/health/live')
        assert.equal(readinessProbe.httpGet.path, '/health/serving')
        // A stop takes 11 s.
        assert.ok(terminationGracePeriodSeconds >= lifecycle.preStop.sleep.seconds + 15)
      }
    }
  })

  test('every container is of one version, and may neither be root nor write to its image', () => {
    for (const overlay of overlays) {
      const containers = rendered(overlay).flatMap(containersOf)
      assert.equal(containers.length, 3)
      assert.equal(new Set(containers.map(({ image }) => image)).size, 1)
      for (const { image, securityContext } of containers) {
        assert.match(image, /:\d+\.\d+\.\d+$/)
        assert.equal(securityContext.readOnlyRootFilesystem, true)
        assert.equal(securityContext.allowPrivilegeEscalation, false)
      }
    }
  })

  test('the Job of the migrations and its settings can be applied alone', () => {
    const alone = rendered('production').filter(
      ({ metadata }) => metadata.labels?.['app.kubernetes.io/component'] === 'migrate',
    )
    assert.deepEqual(alone.map(({ kind }) => kind).sort(), ['ConfigMap', 'Job'])
  })
})

const rendered = (overlay: string): Manifest[] =>
  render(findProgram('kubectl') ?? 'kubectl', `overlays/${overlay}`)

type Container = {
  image: string
  securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean }
  livenessProbe: { httpGet: { path: string } }
  readinessProbe: { httpGet: { path: string } }
  lifecycle: { preStop: { sleep: { seconds: number } } }
}
type DeploymentSpec = {
  strategy: { rollingUpdate: { maxUnavailable: number } }
  template: { spec: { containers: Container[]; terminationGracePeriodSeconds: number } }
}

const containersOf = ({ spec }: Manifest): Container[] =>
  (spec as DeploymentSpec | undefined)?.template?.spec.containers ?? []
