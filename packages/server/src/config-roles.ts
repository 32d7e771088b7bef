import { z } from 'zod';

/** What a machine can do: answer HTTP, do the light jobs, analyse pictures, analyse videos. */
export const machineRoles = ['http', 'jobs', 'pictures', 'videos'] as const;
export type MachineRole = (typeof machineRoles)[number];

const isMachineRole = (name: string): name is MachineRole => machineRoles.some((role) => role === name);

const shortNames = new Map<string, readonly MachineRole[]>([
  ['api', ['http', 'jobs']],
  ['worker', ['pictures', 'videos']],
]);

/** null = not accepted. `all` stands alone: who lists all four has a fleet, and needs what a fleet needs. */
function rolesOf(text: string): MachineRole[] | null {
  if (text === 'all') return [...machineRoles];
  const named = text.split(',').flatMap((part): readonly (MachineRole | null)[] => {
    const name = part.trim();
    return isMachineRole(name) ? [name] : (shortNames.get(name) ?? [null]);
  });
  return named.includes(null) ? null : machineRoles.filter((role) => named.includes(role));
}

/** The variable of what a machine does, with what it accepts. */
export const roleVariables = {
  ROLE: {
    schema: z
      .string()
      .trim()
      .refine((text) => rolesOf(text) !== null)
      .default('all'),
    accepts: 'all, or a comma list of http, jobs, pictures and videos (api = http,jobs; worker = pictures,videos)',
  },
} as const;

export type RoleConfig = {
  /** As it was set. */
  role: string;
  /** What this machine does, in the order of {@link machineRoles}. */
  roles: readonly MachineRole[];
};

/** @param raw accepted by {@link roleVariables} */
export const roleConfig = ({ ROLE }: { ROLE: string }): RoleConfig => ({ role: ROLE, roles: rolesOf(ROLE) ?? [] });

type Roles = Pick<RoleConfig, 'roles'>;

/** Whether a machine has any of these roles. */
export const does = ({ roles }: Roles, ...any: MachineRole[]): boolean => any.some((role) => roles.includes(role));
/** Whether a machine analyses files. */
export const analyses = (config: Roles): boolean => does(config, 'pictures', 'videos');
/** Whether a machine serves people or does jobs for them: it sends mail, unlike one that only analyses. */
export const serves = (config: Roles): boolean => does(config, 'http', 'jobs');
