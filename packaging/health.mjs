// Whether the server in this container answers; ends with 0 when it does.
const { TONEARM_PORT = '5050', TONEARM_BASE_PATH = '' } = process.env;
const answer = await fetch(`http://127.0.0.1:${TONEARM_PORT}${TONEARM_BASE_PATH}/api/health`).catch(
  () => null,
);
process.exit(answer?.ok === true ? 0 : 1);
