import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { findDebianKubectl, findKubectl } from '../../packages/server/test/engines/kubectl.ts';
import { faultsOf, Rendered } from '../../scripts/kubernetes/faults-of.ts';
import { objectsOf, overlays } from '../../scripts/kubernetes/manifests.ts';
import { validate } from '../../scripts/kubernetes/validate.ts';
import { outcomeOf, type Part } from './part.ts';

const folder = join(import.meta.dirname, '../../deploy/kubernetes/overlays');

/** Both overlays as the kubectl of this machine and that of Debian render them: as many objects, by schema and by our rules. */
export const kubernetes: Part = {
  name: 'kubernetes',
  async prove(print) {
    const found = [findDebianKubectl(), findKubectl()];
    const programs = [...new Set(found.flatMap((one) => ('kubectl' in one ? [one.kubectl] : [])))];
    const [first] = found;
    if (programs.length === 0) return { notRun: first && 'notRun' in first ? first.notRun : 'there is no kubectl' };
    const broken: string[] = [];
    for (const program of programs) {
      const { stdout: said } = spawnSync(program, ['version', '--client'], { encoding: 'utf8' });
      const [version = '?'] = /v1\.\d+\.\d+/.exec(said) ?? [];
      for (const overlay of overlays) {
        const { status, stdout, stderr } = spawnSync(program, ['kustomize', join(folder, overlay)], { encoding: 'utf8' });
        const objects = status === 0 ? parseAllDocuments(stdout).map((one) => Rendered.parse(one.toJSON())) : [];
        for (const one of objects) validate(one);
        const faults = objects.flatMap(faultsOf);
        print(
          `kubectl ${version}, ${overlay}: ${objects.length} objects, valid by their schemas, ${faults.length} faults by our rules`,
        );
        if (status !== 0) broken.push(stderr);
        if (objects.length !== objectsOf(overlay).length) broken.push(`${overlay} has ${objectsOf(overlay).length} objects`);
        broken.push(...faults);
      }
    }
    return outcomeOf(broken, print);
  },
};
