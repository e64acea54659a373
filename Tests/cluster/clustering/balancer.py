"""HAProxy of Debian before the replicas."""

import http.client
import pathlib
import shutil

from support.process import Process
from support.waiting import until

from .replicas import PORT


class Balancer:
    """HAProxy of Debian before the replicas, at home: as a user would have it, with retries where nothing was done."""

    FRONT = 8090

    def __init__(self, replicas, folder, address):
        servers = "\n".join(f"  server {each.name} {each.address}:{PORT}" for each in replicas)
        self.address = address, self.FRONT
        file = pathlib.Path(folder) / "haproxy"
        file.write_text(f"""
global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout client 90s
  timeout server 90s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
frontend clients
  bind {address}:{self.FRONT}
  default_backend replicas
backend replicas
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 200ms fall 1 rise 1
{servers}
""")
        self.process = Process([shutil.which("haproxy", path="/usr/sbin:/usr/bin"), "-db", "-f", file])
        until(lambda: self.process.is_running and self.answers(), "HAProxy")

    def answers(self):
        connection = http.client.HTTPConnection(*self.address, timeout=2)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def close(self):
        self.process.stop()
