import { useCallback, useEffect, useState } from 'react';
import { chooseOutput, type OutputDevice, useOutput } from '../../../storage/output-setting.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import styles from '../forms.module.css';

/** What browsers have of this; the last two are Firefox's. */
type Devices = Pick<MediaDevices, 'enumerateDevices' | 'getUserMedia'> &
  Partial<Pick<MediaDevices, 'addEventListener' | 'removeEventListener'>> & {
    readonly selectAudioOutput?: () => Promise<{ readonly deviceId: string; readonly label: string }>;
  };

/** Nothing where the browser sends all sound to one place: on phones, and on pages that came without encryption. */
const devicesHere = (): Devices | null =>
  'setSinkId' in HTMLMediaElement.prototype && navigator.mediaDevices ? navigator.mediaDevices : null;

/** Where sound goes, in browsers that let people choose. */
export function OutputChoice() {
  const [devices] = useState(devicesHere);
  return devices === null ? null : <Outputs devices={devices} />;
}

function Outputs({ devices }: { readonly devices: Devices }) {
  const text = settingsTexts.playback.output;
  const chosen = useOutput();
  const { outputs, look } = useOutputs(devices);
  const [isRefused, setIsRefused] = useState(false);
  const isThere = chosen.id === '' || outputs.some(({ id }) => id === chosen.id);
  const options = [
    { value: '', label: text.system },
    ...outputs.map(({ id, label }) => ({ value: id, label })),
    ...(isThere ? [] : [{ value: chosen.id, label: text.away(chosen.label) }]),
  ];
  const askForMore = async () => {
    try {
      setIsRefused(false);
      await revealOutputs(devices);
      await look();
    } catch {
      setIsRefused(true);
    }
  };
  return (
    <>
      <Select<string>
        label={text.label}
        value={chosen.id}
        options={options}
        onValueChange={(value) =>
          chooseOutput(
            outputs.find(({ id }) => id === value) ?? (value === '' ? { id: '', label: '' } : chosen),
          )
        }
      />
      {outputs.length === 0 && (
        <div className={styles['form']}>
          <Button onClick={() => void askForMore()}>{text.more}</Button>
          <p className={styles['note']} role="status">
            {isRefused ? text.refused : devices.selectAudioOutput ? text.tip : text.microphoneTip}
          </p>
        </div>
      )}
    </>
  );
}

/** Devices as far as the browser names them, looked up again when one comes or goes. */
function useOutputs(devices: Devices) {
  const [outputs, setOutputs] = useState<readonly OutputDevice[]>([]);
  const look = useCallback(async () => {
    const found = await devices.enumerateDevices();
    setOutputs(
      found
        .filter(({ kind, deviceId }) => kind === 'audiooutput' && !['', 'default'].includes(deviceId))
        .map(({ deviceId, label }, at) => ({
          id: deviceId,
          label: label || settingsTexts.playback.output.unnamed(at + 1),
        })),
    );
  }, [devices]);
  useEffect(() => {
    const start = () => void look().catch(() => {});
    start();
    devices.addEventListener?.('devicechange', start);
    return () => devices.removeEventListener?.('devicechange', start);
  }, [devices, look]);
  return { outputs, look };
}

/** Browsers name devices to pages that may use one; asking for the microphone is the way where there is no better. */
const revealOutputs = async (devices: Devices): Promise<void> => {
  if (devices.selectAudioOutput) {
    const { deviceId: id, label } = await devices.selectAudioOutput();
    chooseOutput({ id, label });
    return;
  }
  const stream = await devices.getUserMedia({ audio: true });
  for (const track of stream.getTracks()) track.stop();
};
