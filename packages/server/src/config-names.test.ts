import { describe, expect, it } from 'vitest';
import { configVariables, readStartConfig } from './config.ts';
import { editsBetween } from './config-names.ts';

const linesOf = (inFile: Record<string, string>, inherited: Record<string, string> = {}): string[] => {
  try {
    readStartConfig({ inFile, inherited });
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : [];
  }
  return [];
};
const words = (text: string) =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((name) => [name, 'x']),
  );

/** Names that machines set, by where they come from. */
const machines = {
  'a shell, a desktop and a terminal': `PATH HOME USER LOGNAME SHELL PWD OLDPWD SHLVL TERM LANG LC_ALL LC_CTYPE TZ
    MAIL EDITOR VISUAL PAGER LESS
    LESSOPEN LS_COLORS COLORTERM COLUMNS LINES DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK SSH_AGENT_PID
    SSH_CLIENT SSH_CONNECTION SSH_TTY TMUX TMUX_PANE STY XDG_RUNTIME_DIR XDG_DATA_DIRS XDG_CONFIG_DIRS XDG_SESSION_ID XDG_SESSION_TYPE
    XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME HISTSIZE HISTCONTROL HOSTNAME HOSTTYPE OSTYPE MACHTYPE VENDOR GROUP MANPATH INFOPATH
    GPG_TTY GPG_AGENT_INFO SUDO_USER SUDO_UID SUDO_GID SUDO_COMMAND TMPDIR TMP TEMP _ PS1 PS2 IFS BASH_ENV ZDOTDIR NVM_DIR NVM_BIN
    VIRTUAL_ENV CONDA_PREFIX JAVA_HOME GOPATH GOROOT CARGO_HOME RUSTUP_HOME PYTHONPATH PERL5LIB LD_LIBRARY_PATH DYLD_LIBRARY_PATH
    COMMAND_MODE TERM_PROGRAM TERM_PROGRAM_VERSION VSCODE_GIT_IPC_HANDLE GIT_ASKPASS WINDOWID DESKTOP_SESSION GDMSESSION
    http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY WSL_DISTRO_NAME WSLENV WT_SESSION NAME ROOT TEST MODE TYPE`,
  npm: `NODE INIT_CWD COLOR NODE_ENV NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS npm_config_port npm_config_host npm_config_cache
    npm_config_registry npm_execpath npm_node_execpath npm_lifecycle_event npm_package_json npm_package_name npm_command FORCE_COLOR`,
  systemd: `INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NOTIFY_SOCKET MAINPID MANAGERPID LISTEN_FDS LISTEN_PID LISTEN_FDNAMES WATCHDOG_PID
    WATCHDOG_USEC RUNTIME_DIRECTORY STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY
    MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE SERVICE_RESULT EXIT_CODE EXIT_STATUS REMOTE_ADDR REMOTE_PORT PIDFILE`,
  'GitHub Actions': `CI GITHUB_ACTION GITHUB_ACTOR GITHUB_ENV GITHUB_OUTPUT GITHUB_PATH GITHUB_REF
    GITHUB_REPOSITORY GITHUB_RUN_ID GITHUB_SHA
    GITHUB_TOKEN GITHUB_WORKSPACE RUNNER_ARCH RUNNER_NAME RUNNER_OS RUNNER_TEMP RUNNER_TOOL_CACHE ACTIONS_RUNTIME_URL ACTIONS_CACHE_URL
    AGENT_TOOLSDIRECTORY ANDROID_HOME ANT_HOME CHROME_BIN CHROMEWEBDRIVER CHROME_PATH CONDA DEBIAN_FRONTEND
    DEPLOYMENT_BASEPATH DOTNET_NOLOGO
    EDGEWEBDRIVER GECKOWEBDRIVER GOROOT_1_22_X64 GRADLE_HOME HOMEBREW_PREFIX ImageOS ImageVersion JAVA_HOME_17_X64 PIPX_HOME
    POWERSHELL_DISTRIBUTION_CHANNEL SELENIUM_JAR_PATH SGX_AESM_ADDR SWIFT_PATH USE_BAZEL_FALLBACK_VERSION VCPKG_INSTALLATION_ROOT`,
  'other builders and test runners': `GITLAB_CI CI_JOB_ID CI_PROJECT_DIR CI_REGISTRY BUILD_ID BUILD_NUMBER JOB_NAME WORKSPACE
    JENKINS_URL EXECUTOR_NUMBER
    NODE_NAME NODE_LABELS CIRCLECI CIRCLE_SHA1 TRAVIS VITEST VITEST_POOL_ID VITEST_WORKER_ID VITEST_MODE PROD DEV SSR BASE_URL DEBUG`,
  'Docker and Kubernetes': `HOSTNAME container KUBERNETES_PORT KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_ADDR KUBERNETES_SERVICE_HOST
    KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS SMTP_PORT CAPTCHA_PORT_80_TCP PAYMENTS_SERVICE_HOST
    PAYMENTS_PORT ROLES_SERVICE_PORT
    OTEL_LOG_LEVEL OTEL_TRACES_EXPORTER OTEL_PROPAGATORS OTEL_BSP_SCHEDULE_DELAY OTEL_EXPORTER_OTLP_TIMEOUT
    AWS_REGION AWS_ACCESS_KEY_ID AWS_ROLE_ARN PGHOST PGPORT PGUSER PGPASSWORD
    POD_IP POD_NAME NODE_IP DYNO PORTS FLY_APP_NAME RENDER RAILWAY_ENVIRONMENT NOMAD_PORT_http MALLOC_ARENA_MAX`,
};

describe('the names of variables at a start', () => {
  it.each(Object.entries(machines))('OPS-03 takes what %s sets', (_where, names) => {
    expect(linesOf({}, words(names))).toEqual([]);
  });

  it.each([
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['DATADIR', 'DATA_DIR'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['ANALYZERS', 'ANALYSERS'],
    ['STRIPE_WEBHOK_SECRTE', 'STRIPE_WEBHOOK_SECRET'],
    ['PROT', 'PORT'],
    ['HOTS', 'HOST'],
    ['WORKER', 'WORKERS'],
  ])('OPS-03 stops at %s and names %s, in the file and in the environment', (name, nearest) => {
    expect(linesOf({ [name]: 'secret-value' })).toEqual([`${name}: no such variable (in .env). The nearest is ${nearest}.`]);
    expect(linesOf({}, { [name]: 'secret-value' })).toEqual([`${name}: no such variable. The nearest is ${nearest}.`]);
  });

  it('OPS-03 stops at a name of the file that is two edits away, or in another case, however short it is', () => {
    expect(linesOf({ PRTO: '1', public_url: 'x', HOSTTT: 'x' })).toEqual([
      'PRTO: no such variable (in .env). The nearest is PORT.',
      'public_url: no such variable (in .env). The nearest is PUBLIC_URL.',
      'HOSTTT: no such variable (in .env). The nearest is HOST.',
    ]);
  });

  it('OPS-03 says what is wrong with names and values at once', () => {
    expect(linesOf({ PUBLIC_ULR: 'x', PORT: 'no' })).toEqual([
      expect.stringContaining('PUBLIC_ULR: no such variable'),
      expect.stringContaining('PORT: "no" is not accepted'),
    ]);
  });

  it('OPS-03 lets what was set win over the file, and takes every name of ours', () => {
    const config = readStartConfig({ inFile: { PORT: '4000', WORKERS: '3' }, inherited: { PORT: '5000' } });
    expect(config).toMatchObject({ port: 5000, workers: 3 });
    expect(linesOf(Object.fromEntries(configVariables.map((name) => [name, ''])))).toEqual([]);
  });

  it('counts letters added, left out, replaced and swapped', () => {
    const pairs = [
      ['PORT', 'PORT'],
      ['PORT', 'POT'],
      ['PORT', 'PRT'],
      ['PORT', 'PROT'],
      ['PORT', 'PORTAL'],
      ['PORT', 'HOST'],
      ['AB', 'XYZ'],
    ];
    expect(pairs.map(([one = '', other = '']) => editsBetween(one, other, 2))).toEqual([0, 1, 1, 1, 2, 2, 3]);
  });
});
