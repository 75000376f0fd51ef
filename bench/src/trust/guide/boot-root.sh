# Boots the systemd of a bare root as process 1 of namespaces of its own. $1: the root, $2: its control group.
# Runs in a mount namespace of its own. The group keeps what systemd does with groups away from those of the machine.
set -eu
root=$1
mount -t cgroup2 cgroup2 "$root/mnt"
mkdir "$root/mnt/$2"
echo $$ > "$root/mnt/$2/cgroup.procs"
umount "$root/mnt"
exec unshare --pid --mount --uts --ipc --cgroup --fork --kill-child sh -eu -c '
  root=$1
  mount --bind "$root" "$root"
  mount --make-private "$root"
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  mkdir -p "$root/dev/pts" "$root/dev/shm"
  for device in null zero full random urandom tty; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  ln -s /proc/self/fd "$root/dev/fd"
  # PrivateDevices= copies this link, and no service that asks for it starts where there is none.
  ln -s pts/ptmx "$root/dev/ptmx"
  mount -t tmpfs -o mode=755 tmpfs "$root/run"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  exec env -i container=tonearm PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    chroot "$root" /lib/systemd/systemd --system --log-target=journal --log-level=notice --show-status=no
' sh "$root"
