/** How a variable can change what a program does before that does anything of its own. */
export const VARIABLE_RISKS = {
  code: 'loads other code',
  starts: 'starts other programs',
  fetches: 'fetches from elsewhere',
  certificates: 'trusts other certificates',
  proxy: 'goes through a proxy',
  settings: 'reads other settings',
} as const

export type VariableRisk = (typeof VARIABLE_RISKS)[keyof typeof VARIABLE_RISKS]

const { code, starts, fetches, certificates, proxy, settings } = VARIABLE_RISKS

/**
 * By families: the first that fits. Names are compared in any case, as npm and Windows read them.
 */
const FAMILIES: readonly (readonly [VariableRisk | undefined, RegExp])[] = [
  // Of families that are marked below, these change how a program writes and nothing else.
  [undefined, /^PYTHON(UNBUFFERED|IOENCODING|UTF8|DONTWRITEBYTECODE|HASHSEED|FAULTHANDLER)$/],
  [undefined, /^(DENO|BUN|UV|PIP|CARGO|GEM)_(NO_COLOR|NO_PROGRESS|LOG|DIR_MODE)$/],

  [proxy, /(^|_)(HTTPS?|ALL|FTP|SOCKS\d?|NO|USE_ENV)_?PROXY$/],
  [proxy, /^NPM_CONFIG_(.*_)?(NO)?PROXY$/],

  [certificates, /TLS_REJECT|REJECT_UNAUTHORIZED|^NODE_USE_SYSTEM_CA$/],
  [certificates, /(^|_)(EXTRA_)?CA_?(CERTS?|BUNDLE|FILE|PATH|INFO)?$|(^|_)CA_?(CERTS?|BUNDLE)_/],
  [certificates, /(^|_)(SSL|TLS)_?(CERT|CA|VERIFY|NO_VERIFY|STRICT|KEYLOG|BACKEND)/],
  [certificates, /^SSLKEYLOGFILE$|(^|_)(STRICT|INSECURE)_?(SSL|TLS|HOST)|TRUSTED_HOST|^PIP_CERT$/],

  [fetches, /(^|_)(REGISTRY|REGISTRIES|INDEX|INDEX_URL|DEFAULT_INDEX|FIND_LINKS|MIRROR)$/],
  [fetches, /_(INDEX_URL|REGISTRY|MIRROR|DOWNLOAD_URL|INSTALL_MIRROR)(_|$)|^HF_ENDPOINT$/],
  [fetches, /^(GOPROXY|GONOPROXY|GOSUMDB|GONOSUMDB|GONOSUMCHECK|GOPRIVATE|GOINSECURE|GOVCS)$/],
  [fetches, /^(DOCKER_(HOST|CONTEXT)|CONTAINER_HOST|KUBERNETES_MASTER)$/],
  [fetches, /^(NVM|VOLTA|COREPACK|ELECTRON|PLAYWRIGHT|PUPPETEER|HOMEBREW|RUSTUP)_/],

  [settings, /^NPM_CONFIG_((USER|GLOBAL)?CONFIG|PREFIX|CACHE|GLOBALIGNOREFILE|INIT_MODULE)$/],
  [code, /^NPM_/],
  [code, /^(NODE_(OPTIONS|PATH|REPL_.*)|ELECTRON_RUN_AS_NODE|TS_NODE_.*|TSX_.*)$/],
  [code, /^(LD|DYLD|GCONV|GLIBC|MALLOC|COR|CORECLR|DOTNET|JULIA|LUA|ERL|PERL5?|PYENV|RBENV)_/],
  [code, /^(PYTHON|PERL|RUBY|BUNDLE|BASH_FUNC_|JAVA_|JDK_|_JAVA|MAVEN_|GRADLE_|CGO_|RUST|CARGO)/],
  [
    code,
    /^(GEM|CONDA|VIRTUAL_ENV|UV|PIP|PIPX|PIPENV|POETRY|PDM|BUN|DENO|YARN|PNPM|ASDF|MISE)(_|$)/,
  ],
  [code, /^(CLASSPATH|PHPRC|PHP_INI_SCAN_DIR|R_(HOME|LIBS.*|PROFILE.*|ENVIRON.*)|LUAROCKS_.*)$/],
  [code, /^(GO(FLAGS|PATH|ROOT|BIN|ENV|WORK|TOOLCHAIN|MODCACHE|TOOLDIR|EXPERIMENT)|M2_HOME)$/],
  [code, /^(BASH_ENV|ENV|ZDOTDIR|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|IFS|CDPATH)$/],
  [code, /^(PATH|PATHEXT|PSMODULEPATH|QT_(PLUGIN|QPA).*|GTK\d?_(MODULES|PATH)|GIO_.*MODULES.*)$/],
  [code, /^(OPENSSL_(CONF|MODULES|ENGINES)|GST_PLUGIN_.*|LIBGL_DRIVERS_PATH)$/],

  [starts, /^(SHELL|COMSPEC|EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|TERMINAL|LESSOPEN|LESSCLOSE)$/],
  [starts, /_(EDITOR|PAGER|ASKPASS|WRAPPER|SHELL|LAUNCHER)$|^GIT_(SSH|PROXY|EXTERNAL|EXEC)/],
  [starts, /^(CC|CXX|LD|AR|MAKE|MAKEFLAGS|RSYNC_RSH|CVS_RSH|SSH_AUTH_SOCK)$/],

  [settings, /^GIT_/],
  [settings, /^(HOME|HOMEDRIVE|HOMEPATH|USERPROFILE|(LOCAL)?APPDATA|PROGRAM(DATA|FILES.*))$/],
  [settings, /^(XDG_|DOCKER_|SYSTEMROOT$|WINDIR$|TMPDIR$|TMP$|TEMP$)/],
  [settings, /(^|_)(CONFIG|KUBECONFIG|CONFIGURATION)(_?(FILE|HOME|DIR|PATH|GLOBAL|SYSTEM))?$/],
  [settings, /(^|_)(CREDENTIALS_FILE|NETRC|CURL_HOME|DOTENV_CONFIG_PATH|RC_FILE|RCFILE)$/],
]

/**
 * What a variable can do to a program beyond telling it something; nothing for one that only tells.
 */
export function variableRisk(name: string): VariableRisk | undefined {
  const known = name.toUpperCase().replaceAll('-', '_')
  return FAMILIES.find(([, names]) => names.test(known))?.[0]
}
